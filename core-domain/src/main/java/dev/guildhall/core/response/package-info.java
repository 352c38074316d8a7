/** Stored answers of OpenAI's Responses API. */
@NullMarked
package dev.guildhall.core.response;

import org.jspecify.annotations.NullMarked;
