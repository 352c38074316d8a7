/** Collections of documents, their passages and the indexes of these. */
@NullMarked
package dev.guildhall.persistence.knowledge;

import org.jspecify.annotations.NullMarked;
