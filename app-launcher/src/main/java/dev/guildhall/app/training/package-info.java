/** Makes the JVM's cache of loaded classes and method profiles, by a server that answers typical requests. */
package dev.guildhall.app.training;
