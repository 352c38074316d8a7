/** What agents remember about a user beyond one conversation (agents-15 to agents-20). */
package dev.guildhall.ports.memory;
