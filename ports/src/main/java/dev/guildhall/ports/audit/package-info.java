/** The audit trail (accounts-23). */
@NullMarked
package dev.guildhall.ports.audit;

import org.jspecify.annotations.NullMarked;
