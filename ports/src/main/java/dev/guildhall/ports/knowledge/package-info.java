/** Collections of documents, in which agents search (section Knowledge). */
@NullMarked
package dev.guildhall.ports.knowledge;

import org.jspecify.annotations.NullMarked;
