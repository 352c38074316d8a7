/** Stored answers of OpenAI's Responses API (models-27 to models-30). */
@NullMarked
package dev.guildhall.ports.response;

import org.jspecify.annotations.NullMarked;
