/** Authorization of OAuth clients to use {@code /mcp} for a user. */
package dev.guildhall.core.authorization;
