/** Invitations to register. */
@NullMarked
package dev.guildhall.ports.invitation;

import org.jspecify.annotations.NullMarked;
