/** Finds the tools that a description asks for, and orders them. */
package dev.guildhall.core.tool.ranking;
