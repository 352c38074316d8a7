/** The whole HTTP API over the driving ports of an installation. */
package dev.guildhall.http.api;
