/** Which calls of tools wait for their user, and what the user decides. */
@NullMarked
package dev.guildhall.ports.approval;

import org.jspecify.annotations.NullMarked;
