/** The API of an Ollama server: requests and answers (models-1). */
@NullMarked
package dev.guildhall.wire.ollama;

import org.jspecify.annotations.NullMarked;
