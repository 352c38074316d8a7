/** Text of pages and documents that strangers wrote, within bounds of size, time and nesting. */
package dev.guildhall.integrations.text;
