/** Google's Gemini API in both directions (models-17). */
@NullMarked
package dev.guildhall.wire.gemini;

import org.jspecify.annotations.NullMarked;
