/**
 * Usage of language models by user, key, assistant, model and day: what is recorded, stored and reported (models-14 to
 * models-16, assistants-9).
 */
@NullMarked
package dev.guildhall.ports.usage;

import org.jspecify.annotations.NullMarked;
