/** The authorization server for OAuth clients that act at {@code /mcp} (protocols-3 to protocols-8). */
package dev.guildhall.http.authorization;
