/** The model that answers by rules, so that users can try everything without a provider (models-1). */
@NullMarked
package dev.guildhall.llm.demo;

import org.jspecify.annotations.NullMarked;
