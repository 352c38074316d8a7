/** The stores of all contexts together, as an adapter offers them and the core takes them. */
package dev.guildhall.ports.storage;
