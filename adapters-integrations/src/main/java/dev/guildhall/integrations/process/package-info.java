/** Processes of other programs, and how they are ended with all processes that they have started. */
package dev.guildhall.integrations.process;
