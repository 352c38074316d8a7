/** Which calls of tools wait for their user: policies, decisions, and how answers go on after them. */
@NullMarked
package dev.guildhall.core.approval;

import org.jspecify.annotations.NullMarked;
