/** What agents remember about a user beyond one conversation (agents-15 to agents-20). */
@NullMarked
package dev.guildhall.ports.memory;

import org.jspecify.annotations.NullMarked;
