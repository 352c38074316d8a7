/** Searches short texts by words and by meaning: analysis, BM25F, and the index of tools (tools-10). */
@NullMarked
package dev.guildhall.core.search;

import org.jspecify.annotations.NullMarked;
