/** Tools that really run, and the check of what they are called with (tools-11 to tools-15). */
package dev.guildhall.integrations;
