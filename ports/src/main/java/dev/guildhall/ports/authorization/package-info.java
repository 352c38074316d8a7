/** Authorization of OAuth clients to use {@code /mcp} for a user (protocols-3 to protocols-8). */
@NullMarked
package dev.guildhall.ports.authorization;

import org.jspecify.annotations.NullMarked;
