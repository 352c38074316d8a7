/** The driving ports of all contexts, which the core implements and adapters call. */
package dev.guildhall.ports.driving;
