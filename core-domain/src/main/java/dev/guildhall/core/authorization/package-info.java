/** Authorization of OAuth clients to use {@code /mcp} for a user. */
@NullMarked
package dev.guildhall.core.authorization;

import org.jspecify.annotations.NullMarked;
