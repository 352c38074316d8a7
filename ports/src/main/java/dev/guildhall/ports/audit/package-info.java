/** The audit trail (accounts-23). */
package dev.guildhall.ports.audit;
