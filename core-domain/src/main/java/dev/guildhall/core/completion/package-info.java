/** Use cases of language models (models-1 to models-16). */
@NullMarked
package dev.guildhall.core.completion;

import org.jspecify.annotations.NullMarked;
