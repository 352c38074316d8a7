/** Searches short texts by words and by meaning: analysis, BM25F, and the index of tools (contract 2). */
package dev.guildhall.core.search;
