/** The parts that all providers share: requests, whole and streamed answers, and errors. */
@NullMarked
package dev.guildhall.llm.provider;

import org.jspecify.annotations.NullMarked;
