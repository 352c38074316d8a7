/** What all providers have in common: a request, its answer whole or in pieces, and their errors. */
package dev.guildhall.llm.provider;
