/** The parts that all providers share: requests, whole and streamed answers, and errors. */
package dev.guildhall.llm.provider;
