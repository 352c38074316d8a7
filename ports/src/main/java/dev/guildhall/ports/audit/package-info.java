/** The audit trail (contract 1). */
package dev.guildhall.ports.audit;
