/** Authorization of OAuth clients to use {@code /mcp} for a user (protocols-3 to protocols-8). */
package dev.guildhall.ports.authorization;
