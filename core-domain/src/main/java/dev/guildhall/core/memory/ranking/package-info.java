/** Finds the memories that answer a question, and orders them. */
package dev.guildhall.core.memory.ranking;
