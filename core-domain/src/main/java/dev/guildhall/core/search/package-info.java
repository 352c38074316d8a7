/** Finding short texts by their words and by what they mean: analysis, BM25F, and the index of tools (contract 2). */
package dev.guildhall.core.search;
