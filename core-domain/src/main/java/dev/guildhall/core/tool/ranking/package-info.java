/** Searches the tools that match a description, and ranks them. */
package dev.guildhall.core.tool.ranking;
