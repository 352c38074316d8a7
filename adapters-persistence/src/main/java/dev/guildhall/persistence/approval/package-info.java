/** Policies of users, and answers that wait for approvals, in PostgreSQL. */
@NullMarked
package dev.guildhall.persistence.approval;

import org.jspecify.annotations.NullMarked;
