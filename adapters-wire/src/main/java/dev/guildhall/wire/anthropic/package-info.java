/** Anthropic's Messages API in both directions (models-17). */
@NullMarked
package dev.guildhall.wire.anthropic;

import org.jspecify.annotations.NullMarked;
