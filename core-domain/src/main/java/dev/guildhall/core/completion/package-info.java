/** Use cases of language models (models-1 to models-16). */
package dev.guildhall.core.completion;
