/** Assistants: instructions, a model, tools and collections under one name (section Assistants). */
@NullMarked
package dev.guildhall.ports.assistant;

import org.jspecify.annotations.NullMarked;
