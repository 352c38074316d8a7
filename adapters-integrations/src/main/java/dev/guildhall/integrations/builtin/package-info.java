/** The tools that come with the server ({@code builtin.…}). */
package dev.guildhall.integrations.builtin;
