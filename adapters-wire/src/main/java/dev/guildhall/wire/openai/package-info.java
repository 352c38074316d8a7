/** OpenAI's protocols in both directions: chat completions, responses (models-21) and embeddings. */
@NullMarked
package dev.guildhall.wire.openai;

import org.jspecify.annotations.NullMarked;
