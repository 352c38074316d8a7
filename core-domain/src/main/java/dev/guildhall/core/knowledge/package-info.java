/** Collections of documents: indexing, and search by words and meaning (section Knowledge). */
@NullMarked
package dev.guildhall.core.knowledge;

import org.jspecify.annotations.NullMarked;
