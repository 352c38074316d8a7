/** The built-in tools ({@code builtin.…}). */
package dev.guildhall.integrations.builtin;
