/** Searches the tools that match a description, and ranks them. */
@NullMarked
package dev.guildhall.core.tool.ranking;

import org.jspecify.annotations.NullMarked;
