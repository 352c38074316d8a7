/** The stores of all contexts, which an adapter implements and the core uses. */
package dev.guildhall.ports.storage;
