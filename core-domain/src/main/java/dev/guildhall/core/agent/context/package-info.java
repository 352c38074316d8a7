/** Fits a conversation into the context window of a model. */
@NullMarked
package dev.guildhall.core.agent.context;

import org.jspecify.annotations.NullMarked;
