/** What agents remember (contract 4). */
package dev.guildhall.core.memory;
